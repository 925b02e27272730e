-- Any emoji is a reaction: a name of contract/reactions.ts, or the emoji itself.
alter table reactions drop constraint reactions_reaction_check,
  add constraint reactions_reaction_check check (length(reaction) between 1 and 40);
