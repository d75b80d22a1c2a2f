"""The typed rules, a file for each family and all of one form: see ``ascribe.verify.comparison``."""

from ascribe.verify.comparison import Rule
from ascribe.verify.rules.actors import ACTORS
from ascribe.verify.rules.affixes import AFFIXES
from ascribe.verify.rules.ages import AGES
from ascribe.verify.rules.alternatives import ALTERNATIVES
from ascribe.verify.rules.amount_phrases import AMOUNT_PHRASES
from ascribe.verify.rules.answers import ANSWERS
from ascribe.verify.rules.appositions import APPOSITIONS
from ascribe.verify.rules.arrangement import ARRANGEMENT
from ascribe.verify.rules.binding import BINDING
from ascribe.verify.rules.bounds import BOUNDS
from ascribe.verify.rules.bracketed_values import BRACKETED_VALUES
from ascribe.verify.rules.causatives import CAUSATIVES
from ascribe.verify.rules.causes import CAUSES
from ascribe.verify.rules.cells import CELLS
from ascribe.verify.rules.change_makers import CHANGE_MAKERS
from ascribe.verify.rules.changes import CHANGES
from ascribe.verify.rules.circumstances import CIRCUMSTANCES
from ascribe.verify.rules.columns import COLUMNS
from ascribe.verify.rules.comparatives import COMPARATIVES
from ascribe.verify.rules.complements import COMPLEMENTS, CONTRARIES
from ascribe.verify.rules.conditions import CONDITIONS, REQUIREMENTS
from ascribe.verify.rules.dated_values import DATED_VALUES
from ascribe.verify.rules.dates import DATES
from ascribe.verify.rules.derived import DERIVED
from ascribe.verify.rules.directions import DIRECTIONS
from ascribe.verify.rules.duals import DUALS
from ascribe.verify.rules.exceptions import EXCEPTIONS
from ascribe.verify.rules.excesses import EXCESSES
from ascribe.verify.rules.first_times import FIRST_TIMES
from ascribe.verify.rules.focus import FOCUS
from ascribe.verify.rules.former_states import FORMER_STATES
from ascribe.verify.rules.former_values import FORMER_VALUES
from ascribe.verify.rules.frames import FRAMES
from ascribe.verify.rules.frequencies import FREQUENCIES
from ascribe.verify.rules.heads import HEADS
from ascribe.verify.rules.hearers import HEARERS
from ascribe.verify.rules.hedges import HEDGES
from ascribe.verify.rules.identifiers import IDENTIFIERS
from ascribe.verify.rules.insertions import INSERTIONS
from ascribe.verify.rules.labels import LABELS
from ascribe.verify.rules.means import MEANS
from ascribe.verify.rules.measured_things import MEASURED_THINGS
from ascribe.verify.rules.modality import MODALITY
from ascribe.verify.rules.names import NAMES
from ascribe.verify.rules.negation import NEGATION
from ascribe.verify.rules.numbers import NUMBERS
from ascribe.verify.rules.objects import OBJECTS
from ascribe.verify.rules.offices import OFFICES
from ascribe.verify.rules.opposites import EXCHANGED, OPPOSITES
from ascribe.verify.rules.order import ORDER
from ascribe.verify.rules.owners import OWNERS
from ascribe.verify.rules.paired_phrases import PAIRED_PHRASES
from ascribe.verify.rules.paired_values import PAIRED_VALUES
from ascribe.verify.rules.periods import PERIODS
from ascribe.verify.rules.permissions import PERMISSIONS
from ascribe.verify.rules.portions import PORTIONS
from ascribe.verify.rules.possessives import POSSESSIVES
from ascribe.verify.rules.prepositions import PREPOSITIONS
from ascribe.verify.rules.pronouns import PRONOUNS
from ascribe.verify.rules.proportions import PROPORTIONS
from ascribe.verify.rules.qualifiers import DROPPED, NEAR_THINGS, PARTICLES, QUALIFIERS
from ascribe.verify.rules.quantified_parts import QUANTIFIED_PARTS
from ascribe.verify.rules.quantifiers import QUANTIFIERS
from ascribe.verify.rules.quotations import QUOTATIONS
from ascribe.verify.rules.rates import RATES
from ascribe.verify.rules.repeated_members import REPEATED_MEMBERS
from ascribe.verify.rules.replaced_words import REPLACED
from ascribe.verify.rules.respective_values import RESPECTIVE_VALUES
from ascribe.verify.rules.restrictions import RESTRICTIONS
from ascribe.verify.rules.restrictors import RESTRICTORS
from ascribe.verify.rules.roles import CONTRASTS, REPLACEMENTS, ROLES
from ascribe.verify.rules.routes import ROUTES
from ascribe.verify.rules.shares import SHARES
from ascribe.verify.rules.siblings import SIBLINGS
from ascribe.verify.rules.spans import SPANS
from ascribe.verify.rules.statements import ATTRIBUTION, UNTRUE
from ascribe.verify.rules.superlatives import SUPERLATIVES
from ascribe.verify.rules.told_apart import TOLD_APART
from ascribe.verify.rules.units import UNITS
from ascribe.verify.rules.unsurpassed import UNSURPASSED
from ascribe.verify.rules.wholes import WHOLES

RULES: tuple[Rule, ...] = (
    COLUMNS,
    CELLS,
    NUMBERS,
    DERIVED,
    AMOUNT_PHRASES,
    DATES,
    SPANS,
    FORMER_VALUES,
    UNITS,
    RATES,
    ANSWERS,
    PORTIONS,
    QUANTIFIED_PARTS,
    NEGATION,
    EXCESSES,
    AFFIXES,
    COMPLEMENTS,
    CONTRARIES,
    DUALS,
    PERMISSIONS,
    PROPORTIONS,
    FREQUENCIES,
    REQUIREMENTS,
    DIRECTIONS,
    ORDER,
    PERIODS,
    CAUSES,
    CHANGE_MAKERS,
    CONDITIONS,
    CIRCUMSTANCES,
    MODALITY,
    FORMER_STATES,
    QUANTIFIERS,
    RESTRICTORS,
    RESTRICTIONS,
    SHARES,
    ALTERNATIVES,
    UNSURPASSED,
    COMPARATIVES,
    BOUNDS,
    UNTRUE,
    QUOTATIONS,
    ATTRIBUTION,
    NAMES,
    OPPOSITES,
    DROPPED,
    QUALIFIERS,
    FOCUS,
    NEAR_THINGS,
    EXCEPTIONS,
    SUPERLATIVES,
    BINDING,
    DATED_VALUES,
    CHANGES,
    BRACKETED_VALUES,
    IDENTIFIERS,
    FIRST_TIMES,
    AGES,
    MEASURED_THINGS,
    WHOLES,
    PAIRED_VALUES,
    PAIRED_PHRASES,
    ROUTES,
    REPEATED_MEMBERS,
    SIBLINGS,
    TOLD_APART,
    RESPECTIVE_VALUES,
    HEADS,
    OFFICES,
    LABELS,
    ROLES,
    CAUSATIVES,
    ACTORS,
    OBJECTS,
    HEARERS,
    PRONOUNS,
    INSERTIONS,
    APPOSITIONS,
    MEANS,
    REPLACEMENTS,
    CONTRASTS,
    POSSESSIVES,
    OWNERS,
    PREPOSITIONS,
    EXCHANGED,
    REPLACED,
    PARTICLES,
    ARRANGEMENT,
    HEDGES,
    FRAMES,
)
"""By how much a finding tells: values and denials are exact; another word in the same place may be a matter
of style. The first that finds something gives the reason."""

__all__ = ["RULES"]
