"""The examples of the help pages: name of the command → what a line does, and the line."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "": (
        (
            "check a reply against a folder, and look at the page",
            "ascribe check reply.md -s papers/ -o report.html",
        ),
        ("ask documents", 'ascribe ask "How many sails has the mill?" papers/'),
        ("what works here", "ascribe doctor --quiet"),
    ),
    "check": (
        ("print the verdicts", "ascribe check reply.md -s papers/"),
        ("write a page, and look it through", "ascribe check reply.md -s papers/ -o report.html"),
        ("mark the words in copies of the PDF files", "ascribe check reply.md -s papers/ -o marked/ -f pdf"),
        (
            "check what another program writes, as it comes",
            "cat reply.md | ascribe check - -s papers/ --stream",
        ),
        (
            "several replies, with options from a file",
            "ascribe check reply.md other.md --config ascribe.toml",
        ),
        (
            "only wrong sentences fail, not undecided ones",
            "ascribe check reply.md -s papers/ --fail-on contradicted",
        ),
        ("the reply with citations", "ascribe check reply.md -s papers/ --style bracket -o cited.md"),
    ),
    "add": (
        ("read a folder into library.ascribe", "ascribe add papers/"),
        ("into another library", "ascribe add papers/mill.pdf --library mills.ascribe"),
    ),
    "ask": (
        ("ask files", 'ascribe ask "How many sails has the mill?" papers/'),
        ("ask the library", 'ascribe ask "How many sails has the mill?" --library mills.ascribe'),
        ("a page with the answer", 'ascribe ask "Who built the mill?" papers/ -o answer.html'),
        ("its references", 'ascribe ask "Who built the mill?" papers/ --references bibtex -o papers.bib'),
    ),
    "library": (("what is in it", "ascribe library list --library mills.ascribe"),),
    "library list": (("as JSON", "ascribe library list --library mills.ascribe -f json"),),
    "library remove": (("by its id", "ascribe library remove mill.pdf --library mills.ascribe"),),
    "library info": (("how many passages", "ascribe library info --library mills.ascribe"),),
    "library index": (("encode what has no vectors yet", "ascribe library index --library mills.ascribe"),),
    "repair": (
        ("see what would change", "ascribe repair reply.md -s papers/mill.pdf -s papers/church.md"),
        ("as a patch", "ascribe repair reply.md -s papers/ -f diff"),
        ("write the repaired reply", "ascribe repair reply.md -s papers/ -o repaired.md"),
    ),
    "evaluate": (
        ("figures of a labelled file", "ascribe evaluate labelled.jsonl --tier rules"),
        ("as Markdown", "ascribe evaluate labelled.jsonl --tier rules -o figures.md"),
    ),
    "batch": (
        ("check a table", "ascribe batch replies.jsonl results.csv --tier rules"),
        (
            "fail if a sentence is contradicted",
            "ascribe batch replies.jsonl results.csv --fail-on contradicted",
        ),
        ("two processes, one set of sources", "ascribe batch replies.jsonl results.csv -s papers/ -w 2"),
    ),
    "compare": (
        ("fail if the second run is worse", "ascribe compare before.jsonl after.jsonl --fail-if-worse"),
        ("fail if a single answer is worse", "ascribe compare before.jsonl after.jsonl --max-worse 0"),
    ),
    "report": (
        ("one page over the results", "ascribe report results.jsonl -o fleet.html"),
        (
            "with what changed from one run to the next",
            "ascribe report before.jsonl after.jsonl -o fleet.html",
        ),
    ),
    "calibrate": (
        ("fit the built-in tier", "ascribe calibrate labelled.jsonl -o calibration.json"),
        (
            "bound the share of wrong answers",
            "ascribe calibrate --questions questions.jsonl -o threshold.json --library mills.ascribe",
        ),
    ),
    "audit": (
        ("record a check", "ascribe check reply.md -s papers/ --audit audit.jsonl"),
        ("verify the log", "ascribe audit verify audit.jsonl"),
    ),
    "audit verify": (("nothing was changed", "ascribe audit verify audit.jsonl"),),
    "audit replay": (("the verdicts come out again", "ascribe audit replay audit.jsonl"),),
    "serve": (
        ("on this machine", "ascribe serve"),
        ("for others, behind keys", "ascribe serve --host 0.0.0.0 --data /srv/ascribe"),
    ),
    "serve keys": (("a key for somebody", "ascribe serve keys add anna"),),
    "serve keys add": (("prints the key once", "ascribe serve keys add anna"),),
    "serve keys list": (("who has one", "ascribe serve keys list"),),
    "serve keys remove": (("from now on refused", "ascribe serve keys remove anna"),),
    "mcp": (
        ("for an assistant that may read a folder", "ascribe mcp --folder papers/"),
        ("for programs of this machine", "ascribe mcp --folder papers/ --http 8765"),
    ),
    "doctor": (
        ("everything", "ascribe doctor"),
        ("one line and an exit code, for scripts", "ascribe doctor --quiet"),
    ),
    "schema": (("into a file", "ascribe schema -o schema.json"),),
    "components": (("tiers, readers, formats and more", "ascribe components"),),
    "help": (("the same as ascribe check --help", "ascribe help check"),),
}
"""Every example but those of servers is run by the tests, in a folder with the files that it names."""
