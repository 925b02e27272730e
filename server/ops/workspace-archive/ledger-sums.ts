import type pg from 'pg'
import type { LedgerSums } from '#contract/workspace-archive/format.ts'

/** Returns the sums of the ledger of a workspace: points by account, movements by type. */
export async function sumLedger(client: pg.Client, workspaceId: string): Promise<LedgerSums> {
  const { rows: accounts } = await client.query<{ account: string; points: string }>(
    `select account, sum(amount)::text as points from entries where workspace_id = $1
    group by 1 order by 1`,
    [workspaceId],
  )
  const { rows: movements } = await client.query<{ type: string; count: string; points: string }>(
    `select m.type, count(distinct m.id)::text as count,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::text as points
    from movements m left join entries e on e.workspace_id = m.workspace_id
      and e.movement_id = m.id
    where m.workspace_id = $1 group by 1 order by 1`,
    [workspaceId],
  )
  return {
    accounts: Object.fromEntries(accounts.map((row) => [row.account, Number(row.points)])),
    movements: Object.fromEntries(
      movements.map((row) => [row.type, { count: Number(row.count), points: Number(row.points) }]),
    ),
  }
}

/** Returns a line for each sum that differs from the expected one. */
export function compareSums(expected: LedgerSums, actual: LedgerSums): string[] {
  const flatten = ({ accounts, movements }: LedgerSums) =>
    new Map([
      ...Object.entries(accounts).map(([name, points]): [string, number] => [
        `points of ${name}`,
        points,
      ]),
      ...Object.entries(movements).flatMap(([type, { count, points }]): [string, number][] => [
        [`movements ${type}`, count],
        [`points moved by ${type}`, points],
      ]),
    ])
  const [left, right] = [flatten(expected), flatten(actual)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => left.get(name) !== right.get(name))
    .map((name) => `${name}: ${right.get(name) ?? 0} instead of ${left.get(name) ?? 0}`)
}
