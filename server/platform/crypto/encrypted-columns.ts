import type pg from 'pg'
import { withAdmin } from '#server/platform/database/admin.ts'
import { encrypt, decrypt } from './encryption.ts'

/**
 * A table with encrypted columns: its key and the purpose of the encryption. The location bound to
 * a value is the key, its parts joined by spaces.
 */
type EncryptedColumns = {
  table: string
  key: readonly string[]
  columns: readonly string[]
  purpose: string
}
/**
 * All columns encrypted by crypto/encryption.ts. A new one is listed here, so that key rotation
 * includes it.
 */
export const encryptedColumns: readonly EncryptedColumns[] = [
  {
    table: 'hooks',
    key: ['workspace_id', 'id'],
    columns: ['secret', 'old_secret'],
    purpose: 'hooks',
  },
  {
    table: 'chat_connections',
    key: ['workspace_id', 'provider'],
    columns: ['credentials'],
    purpose: 'chat connections',
  },
  {
    table: 'chat_conversations',
    key: ['workspace_id', 'provider', 'external_id'],
    columns: ['reference'],
    purpose: 'chat conversations',
  },
  { table: 'join_links', key: ['workspace_id'], columns: ['token'], purpose: 'join links' },
  {
    table: 'personal_addresses',
    key: ['workspace_id', 'user_id'],
    columns: ['address'],
    purpose: 'personal addresses',
  },
  {
    table: 'sso_connections',
    key: ['workspace_id', 'id'],
    columns: ['credentials'],
    purpose: 'sso connections',
  },
  {
    table: 'sso_requests',
    key: ['workspace_id', 'id'],
    columns: ['secret', 'outcome'],
    purpose: 'sso requests',
  },
  {
    table: 'badge_keys',
    key: ['workspace_id'],
    columns: ['private_key'],
    purpose: 'badge keys',
  },
  {
    table: 'audit_streams',
    key: ['workspace_id'],
    columns: ['secret'],
    purpose: 'audit streams',
  },
  {
    table: 'people_sync_settings',
    key: ['workspace_id'],
    columns: ['authorization_value'],
    purpose: 'people sync',
  },
  { table: 'second_factors', key: ['account_id'], columns: ['secret'], purpose: 'second factor' },
]

/**
 * Counts of the values of a table: re-encrypted, already encrypted with SECRET, and undecryptable
 * with every secret.
 */
export type KeyRotationResult = {
  table: string
  rotated: number
  current: number
  undecryptable: string[]
}
type Row = Record<string, Buffer | string | null>
const batchRows = 500

/**
 * Returns the columns of a row that need another key, with their new values. Counts every value in
 * `result`.
 */
function reencryptRow(
  secrets: readonly string[],
  { key, columns, purpose }: EncryptedColumns,
  row: Row,
  result: KeyRotationResult,
): [column: string, before: Buffer, after: Buffer][] {
  const [current = ''] = secrets
  const location = key.map((name) => String(row[name])).join(' ')
  return columns.flatMap((column): [string, Buffer, Buffer][] => {
    const before = row[column]
    if (!Buffer.isBuffer(before)) return []
    try {
      decrypt([current], purpose, location, before)
      result.current += 1
      return []
    } catch {
      // Encrypted with an older secret, or with an unknown one.
    }
    try {
      const after = encrypt(current, purpose, location, decrypt(secrets, purpose, location, before))
      result.rotated += 1
      return [[column, before, after]]
    } catch {
      result.undecryptable.push(`${column} of ${location}`)
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
  // A concurrent update may have replaced the value, which is then encrypted with SECRET already.
  await owner.query(
    `update ${table} set ${column} = $1 where ${column} = $2
      and ${key.map((name, n) => `${name} = $${n + 3}`).join(' and ')}`,
    [after, before, ...key.map((name) => row[name])],
  )
  await owner.query('commit')
}

/**
 * Re-encrypts with SECRET the values encrypted with an older secret (SECRET_PREVIOUS), in batches
 * and while the server runs. Every value is a transaction of its own, so an interrupted run can
 * simply be repeated.
 */
export function rotateKeys(
  ownerUrl: string,
  secrets: readonly string[],
  tables: readonly EncryptedColumns[] = encryptedColumns,
): Promise<KeyRotationResult[]> {
  return withAdmin(ownerUrl, async (owner) => {
    const results: KeyRotationResult[] = []
    for (const encrypted of tables) {
      const result: KeyRotationResult = {
        table: encrypted.table,
        rotated: 0,
        current: 0,
        undecryptable: [],
      }
      const names = encrypted.key.join(', ')
      let after: unknown[] | undefined
      do {
        const { rows } = await owner.query<Row>(
          `select ${names}, ${encrypted.columns.join(', ')} from ${encrypted.table}
          ${after ? `where (${names}) > (${encrypted.key.map((_, n) => `$${n + 1}`).join(', ')})` : ''}
            order by ${names} limit ${batchRows}`,
          after ?? [],
        )
        for (const row of rows)
          for (const change of reencryptRow(secrets, encrypted, row, result))
            await updateRow(owner, encrypted, row, change)
        const last = rows.length === batchRows ? rows.at(-1) : undefined
        after = last && encrypted.key.map((name) => last[name])
      } while (after)
      results.push(result)
    }
    return results
  })
}
