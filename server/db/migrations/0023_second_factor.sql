-- A second factor at sign-in: an authenticator app (TOTP), and recovery codes for who has lost it (decision 030). Both belong to an account,
-- as its address does, and go with it. There is none before it is confirmed by a first code.
create table second_factors (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Sealed with the server's secret.
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The last step of 30 seconds whose code was taken: no code counts twice.
  last_step bigint not null default 0,
  -- Wrong codes since then; counted before they are judged.
  tries smallint not null default 0,
  tries_since timestamptz not null
);

-- Those that are left: one that is used is gone.
create table recovery_codes (
  account_id uuid not null references second_factors (account_id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, code_hash)
);

grant select, insert, update, delete on second_factors, recovery_codes to laurel_app;
