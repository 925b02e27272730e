-- The key of a team that signs Open Badges (docs/leavers.md, decision 061). It is created with the
-- first badge and stays for ever, so that badges remain verifiable.
create table badge_keys (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  private_key bytea not null, -- encrypted: PEM of PKCS #8
  public_key text not null, -- JWK as JSON, readable without SECRET
  created_at timestamptz not null
);
select enable_tenant_rls('badge_keys');
