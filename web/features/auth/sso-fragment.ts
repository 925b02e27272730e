import type { SsoTarget } from '#web/shared/sso/tab-sign-in.ts'

/** What leads to /login/sso: a provider's answer, a portal of the company, or the settings. */
export type SsoFragment =
  | { kind: 'code'; code: string }
  | { kind: 'start'; target: SsoTarget }
  | { kind: 'test'; connection_id: string }
  | { kind: 'none' }

/** Returns what the fragment of the address says. */
export function parseSsoFragment(fragment: string): SsoFragment {
  const params = new URLSearchParams(fragment)
  const code = params.get('code')
  if (code) return { kind: 'code', code }
  const connection = params.get('test')
  if (connection) return { kind: 'test', connection_id: connection }
  const [workspace = '', started = ''] = (params.get('start') ?? '').split('.')
  return workspace && started
    ? { kind: 'start', target: { workspace_id: workspace, connection_id: started } }
    : { kind: 'none' }
}
