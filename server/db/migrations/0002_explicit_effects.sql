-- Services write mails and webhook deliveries themselves; no trigger does. These functions and
-- their triggers exist only in databases that an earlier version has migrated.
drop function if exists post_tell, post_hooks, post_value_hooks, post_gone_hooks, comment_hooks,
  purchase_hooks, user_hooks cascade;
drop function if exists hooks_tell;
