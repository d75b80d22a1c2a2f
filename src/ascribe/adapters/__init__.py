"""Components of other frameworks, made of Ascribe's; each needs that framework."""
