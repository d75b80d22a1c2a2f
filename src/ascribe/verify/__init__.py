"""Stage 4: verifiers, which give each claim a verdict.

The rules come first. ``checkable`` finds claims that state nothing, and ``discourse.elliptical_answers``
those that do only with their question. ``evidence`` reads passages as texts, selects the sentences that are
read, builds sets of them and compares each with the claim by ``rules``. Checks of a set follow, on its
coherence, its coverage and its subject; then the fewest sentences that suffice, and a passage that denies
the claim.

A model comes second. ``windows`` selects and scores what it reads and leaves out what does not count,
``combiner`` makes features of a claim and their probability, ``decision`` combines it with the findings of
the rules, and ``model_verifier`` builds the verdict. Last, ``reasons`` adds the verdicts on single
statements (``clauses``), the words without support and exact reasons.

The tiers are ``rules_verifier``, ``builtin_verifier`` (also ``large``), ``hugging_face_verifier``,
``pair_score_verifier`` and ``llm_judge``.

The rules read texts as ``comparison`` has them. ``cues`` and ``lexicon`` look up words of a language in
JSON files. ``grammar`` reads a sentence, ``discourse`` several, ``tables_and_lists`` what is no sentence,
and ``denials`` what is denied; ``quantities`` reads figures and dates, and ``calculations`` finds what
figures may follow from others.
"""
