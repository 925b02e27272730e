import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * Returns the people with these employee numbers, in any case and state, each with the given
 * number. JavaScript folds some letters in another way than the unique index, such as a final sigma.
 * The function is a statement of its own, because Citus runs it on the node of the workspace only
 * then.
 */
export async function listUsersOfEmployeeNumbers(
  trx: Trx,
  workspaceId: string,
  numbers: readonly string[],
): Promise<{ user_id: string; number: string }[]> {
  if (!numbers.length) return []
  const { rows } = await sql<{ user_id: string; number: string }>`
    select user_id, number
    from users_of_employee_numbers(${workspaceId}, ${numbers}::text[])`.execute(trx)
  return rows
}
