-- Mails about awards: to approvers, and to givers about decisions (docs/moments.md).
alter table settings add column notify_awards boolean not null default true;
alter table users add column notify_awards boolean not null default true;
