"""Stage 4: verifiers, which give each claim a verdict.

The rules come first. ``checkable`` finds claims that state nothing, and ``elliptical_answers`` those that do
only with their question. ``candidates`` selects the sentences that
are read, ``evidence`` builds sets of them and compares each with the claim by ``rules``, and ``passages``
reads them as texts. Checks of a set follow: ``passage_languages``,
``evidence_checks``, and on subjects ``coreference``, ``segments`` and ``predicates``. ``minimal_evidence``
finds the fewest sentences that suffice, and ``conflicts`` another passage that denies the claim.

A model comes second. ``nli_windows`` selects and scores what it reads, ``combiner`` makes features of a claim
and their probability, ``decision`` combines it with the findings of the rules, ``window_checks`` leaves out
what does not count, and ``model_verifier`` builds the verdict. Last, ``refinement`` adds the verdicts on
single statements (``clauses``), the words without support (``unsupported_words``) and exact reasons
(``reasons``), and ``silence`` keeps open what only a whole document could show.

The tiers are ``rules_verifier``, ``builtin_verifier`` (also ``large``), ``hugging_face_verifier``,
``pair_score_verifier`` and ``llm_judge``. The rules read texts as ``comparison`` has them. ``cues``,
``lexicon`` and ``word_groups`` look up words of a language in JSON files; ``quantities`` reads figures and
dates, ``calculations`` finds what figures may follow from others, and ``relations`` reads two things in an
order, such as "A after B".
"""
