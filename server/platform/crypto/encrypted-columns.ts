import type pg from 'pg'
import { withAdmin } from '#server/platform/database/admin.ts'
import { encrypt, decrypt } from './encryption.ts'

/**
 * A table with sealed columns: where its rows are, and what its columns are sealed for. The place
 * is the key, its parts with a space between them.
 */
type EncryptedColumns = {
  table: string
  key: readonly string[]
  columns: readonly string[]
  purpose: string
}
/**
 * Every column that platform/seal.ts has sealed: a new one has its row here, so that SECRET can be
 * changed.
 */
export const encryptedColumns: readonly EncryptedColumns[] = [
  {
    table: 'hooks',
    key: ['workspace_id', 'id'],
    columns: ['secret', 'old_secret'],
    purpose: 'hooks',
  },
  { table: 'second_factors', key: ['account_id'], columns: ['secret'], purpose: 'second factor' },
]

/**
 * What became of the sealed values of a table: sealed anew, sealed with SECRET already, and those
 * that no secret opens.
 */
export type KeyRotationResult = {
  table: string
  rotated: number
  current: number
  undecryptable: string[]
}
type Row = Record<string, Buffer | string | null>
const batchRows = 500

/** A row's columns as they should be, or nothing where they are; counts what it sees. */
function reencryptRow(
  secrets: readonly string[],
  { key, columns, purpose }: EncryptedColumns,
  row: Row,
  told: KeyRotationResult,
): [column: string, before: Buffer, after: Buffer][] {
  const [present = ''] = secrets
  const place = key.map((one) => String(row[one])).join(' ')
  return columns.flatMap((column): [string, Buffer, Buffer][] => {
    const before = row[column]
    if (!Buffer.isBuffer(before)) return []
    try {
      decrypt([present], purpose, place, before)
      told.current += 1
      return []
    } catch {
      // By an older one, or by none that we know.
    }
    try {
      const after = encrypt(present, purpose, place, decrypt(secrets, purpose, place, before))
      told.rotated += 1
      return [[column, before, after]]
    } catch {
      told.undecryptable.push(`${column} of ${place}`)
      return []
    }
  })
}

async function updateRow(
  owner: pg.Client,
  { table, key }: EncryptedColumns,
  row: Row,
  [column, before, after]: [string, Buffer, Buffer],
): Promise<void> {
  await owner.query('begin')
  if (key.includes('workspace_id'))
    await owner.query(`select set_config('laurel.workspace', $1, true)`, [row['workspace_id']])
  // Somebody may have put another one in its place since we read it: that one is sealed with
  // SECRET.
  await owner.query(
    `update ${table} set ${column} = $1 where ${column} = $2
      and ${key.map((one, n) => `${one} = $${n + 3}`).join(' and ')}`,
    [after, before, ...key.map((one) => row[one])],
  )
  await owner.query('commit')
}

/**
 * Seals with SECRET whatever an older one (SECRET_PREVIOUS) has sealed, a few rows at a time and
 * beside a running server. Every value is a transaction of its own: broken off, it is begun anew
 * and goes on where it was.
 */
export function rotateKeys(
  ownerUrl: string,
  secrets: readonly string[],
  tables: readonly EncryptedColumns[] = encryptedColumns,
): Promise<KeyRotationResult[]> {
  return withAdmin(ownerUrl, async (owner) => {
    const all: KeyRotationResult[] = []
    for (const one of tables) {
      const told: KeyRotationResult = {
        table: one.table,
        rotated: 0,
        current: 0,
        undecryptable: [],
      }
      const names = one.key.join(', ')
      let after: unknown[] | undefined
      do {
        const { rows } = await owner.query<Row>(
          `select ${names}, ${one.columns.join(', ')} from ${one.table}
          ${after ? `where (${names}) > (${one.key.map((_, n) => `$${n + 1}`).join(', ')})` : ''}
            order by ${names} limit ${batchRows}`,
          after ?? [],
        )
        for (const row of rows)
          for (const change of reencryptRow(secrets, one, row, told))
            await updateRow(owner, one, row, change)
        const last = rows.length === batchRows ? rows.at(-1) : undefined
        after = last && one.key.map((name) => last[name])
      } while (after)
      all.push(told)
    }
    return all
  })
}
