import type { Page } from 'playwright-core'
import { makeRunningExport, makeWorkspaceExportData } from '#tests/support/workspace-export-data.ts'

/** Answers with archives in every state. */
export async function mockExports(page: Page): Promise<void> {
  await page.route('**/api/workspace/exports', (route) =>
    route.fulfill({
      json: [
        makeRunningExport(),
        makeWorkspaceExportData({ open_gift_cards: 2 }),
        makeWorkspaceExportData({ state: 'failed', code: 'too_large', expires_at: null }),
      ],
    }),
  )
}
