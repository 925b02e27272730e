import type { RouteName } from '#contract/routes/index.ts'

type Ids = { workspace: string; sso_connection: string }

/** Example bodies of company sign-in, SCIM and the audit log's receiver. */
export const signInExamples: Partial<Record<RouteName, (ids: Ids) => object>> = {
  'audit_stream.save': () => ({
    kind: 'https',
    target: 'http://127.0.0.1:9/',
    header_name: 'authorization',
    secret: 'Bearer example',
  }),
  'sso.update': () => ({ session_hours: 12 }),
  'sso.add_domain': () => ({ domain: 'contoso.example' }),
  'sso.create_connection': () => ({ protocol: 'oidc', name: 'Keycloak' }),
  'sso.update_connection': () => ({ name: 'Entra ID' }),
  'sso.test': () => ({ challenge: 'x'.repeat(43) }),
  'sso.test_result': () => ({ code: 'x'.repeat(54), verifier: 'x'.repeat(43) }),
  'sso.discover': () => ({ email: 'ida@contoso.example' }),
  'sso.team': () => ({ slug: 'contoso' }),
  'sso.start': (ids) => ({
    workspace_id: ids.workspace,
    connection_id: ids.sso_connection,
    challenge: 'x'.repeat(43),
  }),
  'sso.exchange': () => ({ code: 'x'.repeat(54), verifier: 'x'.repeat(43) }),
  'scim.update': () => ({ name: 'Entra ID' }),
  'scim.create_token': () => ({ name: 'Entra ID' }),
  'scim.map_group': () => ({ permission: 'rewards_administrator' }),
}
