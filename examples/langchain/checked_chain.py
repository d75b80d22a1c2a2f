"""A chain of LangChain over a PDF: the answer as it is written, then each sentence with verdict and page.

Needs ``pip install ".[langchain]"``; run it as ``python examples/langchain/checked_chain.py``. No
model is asked: LangChain's own stand-in for one streams a stored reply, of which one figure is wrong.
"""

from pathlib import Path

from langchain_core.documents import Document
from langchain_core.language_models import FakeListChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableLambda, RunnablePassthrough

from ascribe import read_sources
from ascribe.adapters.langchain import AnswerChecker, PassageSplitter

APOLLO = Path(__file__).parents[1] / "apollo11"


def main() -> None:
    """Run it and print what was found."""
    (pdf,) = read_sources(APOLLO / "apollo11.pdf")
    whole = Document(pdf.full_text or "", metadata={"source": "apollo11.pdf"})
    passages = PassageSplitter().transform_documents([whole])
    retriever = RunnableLambda(lambda _: passages)  # it is a short document
    prompt = ChatPromptTemplate.from_template("Answer from these passages only: {context}\n\n{question}")
    model = FakeListChatModel(responses=[(APOLLO / "reply.md").read_text(encoding="utf-8")])
    chain = (
        RunnablePassthrough.assign(context=retriever).assign(answer=prompt | model | StrOutputParser())
        | AnswerChecker()
    )
    for chunk in chain.stream({"question": "How did Apollo 11 go?"}):
        print(chunk.get("answer", ""), end="", flush=True)
    print()
    report = chunk["ascribe"]  # it is in the last chunk
    for sentence in report.sentences:
        print(f"{sentence.verdict.status}: {sentence.text}")
        for reference in sentence.references:
            passage = passages[reference.document_position - 1]
            page = pdf.page_for_offset(passage.metadata["start_index"] + reference.document_start_idx)
            print(f"    {reference.label}, page {page + 1}: {reference.quote}")


if __name__ == "__main__":
    main()
