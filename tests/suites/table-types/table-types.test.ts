import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { printTableTypes } from './print-table-types.ts'

const file = fileURLToPath(
  new URL('../../../server/platform/database/tables.generated.ts', import.meta.url),
)

test('tables.generated.ts has the types of the migrated schema', async () => {
  const database = await createTestDatabase()
  const printed = await printTableTypes(database.ownerUrl).finally(() => database.drop())
  await expect(printed, 'the schema has changed: run `npm run generate`').toMatchFileSnapshot(file)
})
