import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'

/** Chooses a file of the disk: the browser reads it itself, so its size costs no time. */
export async function chooseFile(
  page: Page,
  name: string,
  content: string | Buffer,
): Promise<void> {
  const path = join(makeTemporaryFolder('laurel-upload-'), name)
  await writeFile(path, content)
  await page.locator('input[type=file]').setInputFiles(path)
}
