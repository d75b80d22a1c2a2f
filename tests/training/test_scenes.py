"""Invented passages: their shape, no slot left open, no lie that the passage tells, the same for a seed."""

import random
import re

import pytest
from training.scenes import HELD_OUT_SHARE, SCENES, TOLD, is_scene_held_out, scene_pairs
from training.scenes.scene import MakeScene, Scene

SEEDS = range(20)
SLOT = re.compile(r"[{}]|\bNone\b(?! of)|  ")


def scenes_of(make: MakeScene) -> list[Scene]:
    return [make(random.Random(seed)) for seed in SEEDS]


def texts_of(scene: Scene) -> list[str]:
    return [*scene.sentences, *scene.truths, *(claim for claim, _ in scene.lies)]


def words_of(*texts: str) -> set[str]:
    return set(re.findall(r"\w+", " ".join(texts).casefold()))


def shared(claim: str, passage: set[str]) -> float:
    """The part of the claim's words that the passage has too."""
    words = words_of(claim)
    return len(words & passage) / len(words)


def named(make: MakeScene) -> str:
    return make.__name__.lstrip("_")


every_theme = pytest.mark.parametrize("make", SCENES, ids=named)
every_told = pytest.mark.parametrize("make", TOLD, ids=named)
every_written = pytest.mark.parametrize("make", SCENES[len(TOLD) :], ids=named)


@every_told
def test_passage_has_one_to_five_sentences(make: MakeScene) -> None:
    assert {len(scene.sentences) for scene in scenes_of(make)} <= {1, 2, 3, 4, 5}


@every_written
def test_a_written_passage_fits_the_model_and_is_seldom_told_twice(make: MakeScene) -> None:
    scenes = scenes_of(make)
    assert max(len(" ".join(scene.sentences).split()) for scene in scenes) <= 230
    assert len({(scene.sentences, scene.truths, scene.lies) for scene in scenes}) > len(scenes) // 2


def test_about_one_written_scene_in_eight_is_kept_aside_and_no_told_one() -> None:
    aside = [n for n in range(2 * len(SCENES)) if is_scene_held_out(f"scene-{n}")]
    again = [n for n in aside if n < len(SCENES)]
    assert aside == [*again, *(n + len(SCENES) for n in again)]
    assert min(aside) >= len(TOLD)
    assert len(again) == pytest.approx((len(SCENES) - len(TOLD)) / HELD_OUT_SHARE, rel=0.4)


@every_theme
def test_there_are_as_many_truths_as_lies(make: MakeScene) -> None:
    for scene in scenes_of(make):
        assert 2 <= len(scene.lies) <= 4
        # A truth that was drawn twice is told once.
        assert 0 <= len(scene.lies) - len(scene.truths) <= 1
        assert scene.truths


@every_told
def test_no_slot_is_left_open(make: MakeScene) -> None:
    assert [text for scene in scenes_of(make) for text in texts_of(scene) if SLOT.search(text)] == []


@every_written
def test_no_slot_or_choice_of_a_written_scene_is_left_open(make: MakeScene) -> None:
    left = re.compile(r"[{}]|\(n\)|  ")
    texts = [text for scene in scenes_of(make) for text in texts_of(scene)]
    assert [text for text in texts if left.search(text)] == []


@every_theme
def test_no_lie_is_told_as_a_truth_or_by_the_passage(make: MakeScene) -> None:
    for scene in scenes_of(make):
        assert {claim for claim, _ in scene.lies}.isdisjoint((*scene.truths, *scene.sentences))


@every_theme
def test_no_claim_is_told_twice(make: MakeScene) -> None:
    for scene in scenes_of(make):
        claims = [*scene.truths, *(claim for claim, _ in scene.lies)]
        assert len(set(claims)) == len(claims)


@every_theme
def test_scene_follows_from_the_seed_alone(make: MakeScene) -> None:
    scenes = scenes_of(make)
    assert scenes == scenes_of(make)


@every_told
def test_passages_of_a_theme_differ(make: MakeScene) -> None:
    assert len({scene.sentences for scene in scenes_of(make)}) > len(SEEDS) // 2


def test_truths_and_lies_come_in_equal_numbers_over_all() -> None:
    labels = [pair.label for pair in scene_pairs(5 * len(SCENES), seed=1)]
    assert labels.count("entailed") == pytest.approx(len(labels) / 2, rel=0.01)
    assert {"contradicted", "neither"} < set(labels)


def test_lies_share_more_words_with_the_passage_than_truths() -> None:
    truths, lies = [], []
    for make in SCENES:
        for scene in scenes_of(make):
            passage = words_of(*scene.sentences)
            truths += [shared(claim, passage) for claim in scene.truths if claim not in scene.sentences]
            lies += [shared(claim, passage) for claim, _ in scene.lies]
    assert sum(lies) / len(lies) > sum(truths) / len(truths) + 0.1


def test_pairs_of_a_scene_share_its_group_and_passage() -> None:
    pairs = list(scene_pairs(len(SCENES), seed=3))
    assert {pair.group for pair in pairs} == {f"scene-{number}" for number in range(len(SCENES))}
    for group in ("scene-0", f"scene-{len(SCENES) - 1}"):
        assert len({pair.source for pair in pairs if pair.group == group}) == 1
    assert pairs == list(scene_pairs(len(SCENES), seed=3))
