"""Tiny real models: random weights and a vocabulary of our own, saved by the real libraries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ascribe.inference.hub import ModelSource

WORDS = """
the a it mill river arle fire town sails was is has had of in on by and not no built burnt stands crosses
railway valley slow boats old new anna kohl 12 14 1871 1902 . , ! ? hello thank you cannot find answer
"""


def tokenizer() -> Any:
    """Word pieces of BERT: the words above, letters and digits."""
    from tokenizers import BertWordPieceTokenizer
    from transformers import PreTrainedTokenizerFast

    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = list("abcdefghijklmnopqrstuvwxyz0123456789")
    pieces = [*signs, *dict.fromkeys([*WORDS.split(), *letters]), *(f"##{letter}" for letter in letters)]
    made = BertWordPieceTokenizer({piece: n for n, piece in enumerate(pieces)})
    return PreTrainedTokenizerFast(
        tokenizer_object=made._tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=64,
    )


def config(labels: list[str], **changes: Any) -> Any:
    from transformers import BertConfig

    return BertConfig(
        vocab_size=len(tokenizer()),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        initializer_range=0.6,
        id2label=dict(enumerate(labels)),
        label2id={label: n for n, label in enumerate(labels)},
        **changes,
    )


def classifier(folder: Path, labels: list[str], seed: int = 0) -> Path:
    """A model for sequence classification with these labels."""
    import torch
    from transformers import BertForSequenceClassification

    torch.manual_seed(seed)
    BertForSequenceClassification(config(labels)).save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


def leaning(folder: Path, labels: list[str], place: int, by: float = 6.0) -> Path:
    """A classifier that gives every pair nearly the same values: that place has ``by`` more than others."""
    import torch
    from transformers import BertForSequenceClassification

    torch.manual_seed(0)
    made = BertForSequenceClassification(config(labels))
    with torch.no_grad():
        made.classifier.weight.mul_(0.05)
        made.classifier.bias.zero_()
        made.classifier.bias[place] = by
    made.save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


def setfit(folder: Path, labels: list[str] | None, sentences: dict[str, Any]) -> Path:
    """A SetFit model whose head has learnt these sentences, saved by the package setfit."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Pooling, Transformer
    from setfit import SetFitModel
    from sklearn.linear_model import LogisticRegression
    from transformers import BertModel

    torch.manual_seed(0)
    body = folder / "body"
    BertModel(config(["x"])).save_pretrained(body)
    tokenizer().save_pretrained(body)
    words = Transformer(str(body))
    encoder = SentenceTransformer(
        modules=[words, Pooling(words.get_word_embedding_dimension())], device="cpu"
    )
    head = LogisticRegression().fit(encoder.encode(list(sentences)), list(sentences.values()))
    SetFitModel(model_body=encoder, model_head=head, labels=labels).save_pretrained(str(folder / "model"))
    return folder / "model"


def source(model: Any, **changes: Any) -> ModelSource:
    return ModelSource("model", str(model), device="cpu", **changes)
