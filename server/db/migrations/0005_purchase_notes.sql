-- What the administrator writes to the buyers when a purchase is fulfilled.
alter table purchases
  add column note text not null default '',
  add column code text not null default '',
  -- The stage of a purchase in the work list of rewards administrators. A team reward waits for a
  -- decision once it is fully funded, an individual one at once; gift cards are ordered without one.
  add column stage text not null generated always as (
    case
      when status = 'fulfilled' then 'done'
      when status = 'declined' then 'declined'
      when type = 'manual' and (status = 'purchased' or reward_type = 'individual') then 'to_do'
      else 'in_progress'
    end) stored;
create index purchases_by_stage on purchases (workspace_id, stage, id);
create index purchases_by_reward on purchases (workspace_id, reward_id, stage, id);
