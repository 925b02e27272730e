import type { OutputOf } from '#contract/routes/index.ts'

// The first that fits counts: Edge and Opera also call themselves Chrome, and Chrome also Safari.
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
 * A short name a person knows their own machine by: 'Firefox, Windows'. Empty when it is neither a
 * browser nor a system we know.
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
 * The sessions of an account, for itself alone; those of a team that it is no longer in are dead
 * and left out.
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
