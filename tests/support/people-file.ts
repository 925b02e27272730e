const header = 'Employee number,Email,First name,Last name,Title,Department,Country,Manager,Status'
/** A person of a file. */
type Line = { number: string; name: string } & Partial<
  Record<'email' | 'title' | 'department' | 'country' | 'manager' | 'status', string>
>
const toLine = ({ number, name, ...line }: Line) =>
  [
    number,
    line.email ?? `${name.toLowerCase()}@example.test`,
    name,
    'Sync',
    line.title ?? 'Engineer',
    line.department ?? 'Platform',
    line.country ?? 'DE',
    line.manager ?? '',
    line.status ?? '',
  ].join(',')
/** Returns a file of people. */
export const makeSyncFile = (lines: Line[]) => `${header}\n${lines.map(toLine).join('\n')}\n`
/** Twenty people, of whom the first one is the manager of the others. */
export const syncedPeople: Line[] = Array.from({ length: 20 }, (_, n) => ({
  number: `E${n}`,
  name: `Person${String.fromCodePoint(97 + n)}`,
  manager: n ? 'e0' : '',
}))
