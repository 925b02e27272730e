import type { OutputOf } from '#contract/routes/index.ts'

// Order matters: Edge and Opera also contain "Chrome", and Chrome also contains "Safari".
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYaBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*Safari\//],
]
const operatingSystems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Returns a short name of a device, such as 'Firefox, Windows'. Empty if neither the browser nor
 * the operating system is known.
 */
export function describeUserAgent(userAgent: string): string {
  return [browsers, operatingSystems]
    .map((list) => list.find(([, mark]) => mark.test(userAgent))?.[0])
    .filter(Boolean)
    .join(', ')
}

export type ListedSessionRow = {
  id: string
  workspace_id: string
  client: string
  created_at: Date
  seen_at: Date
}

/**
 * Returns the sessions of an account for its owner. Sessions of teams that the account has left are
 * invalid and are omitted.
 */
export function presentSessions(
  rows: ListedSessionRow[],
  names: Map<string, string>,
  current: string,
): OutputOf<'auth.list_sessions'> {
  return rows.flatMap(
    ({ id, workspace_id: workspaceId, client, created_at: createdAt, seen_at: seenAt }) => {
      const workspaceName = names.get(workspaceId)
      return workspaceName === undefined
        ? []
        : [
            {
              id,
              current: id === current,
              created_at: createdAt.toISOString(),
              seen_at: seenAt.toISOString(),
              client: describeUserAgent(client),
              workspace_name: workspaceName,
            },
          ]
    },
  )
}
