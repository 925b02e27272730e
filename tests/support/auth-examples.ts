/** Valid bodies of calls that sign people in or let them join. */
export const authExamples = {
  'auth.get_code': () => ({ email: 'somebody@example.test' }),
  'auth.verify_code': () => ({
    email: 'somebody@example.test',
    sig: 'x'.repeat(43),
    code: '000000',
  }),
  'auth.verify_invite': () => ({ token: 'x'.repeat(54) }),
  'auth.accept_invite': () => ({ token: 'x'.repeat(54) }),
  'auth.verify_google': () => ({ id_token: 'x.y.z' }),
  'joining.create_link': () => ({ days: 7, uses_max: 50 }),
  'joining.send_code': () => ({ email: 'somebody@northwind.example' }),
  // The domain of the members of a fixture.
  'joining.set_domain': () => ({ domain: 'example.test', enabled: true }),
  'joining.verify_link': () => ({ token: 'x'.repeat(54) }),
  'joining.join_by_link': () => ({ token: 'x'.repeat(54) }),
  'joining.join_by_domain': (ids: { workspace: string }) => ({ workspace_id: ids.workspace }),
  'auth.impersonate': () => ({ token: 'x'.repeat(54) }),
  'auth.create_workspace': () => ({ name: 'Another' }),
  'auth.create_session': (ids: { workspace: string }) => ({ workspace_id: ids.workspace }),
}
