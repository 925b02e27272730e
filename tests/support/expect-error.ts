import { expect } from 'vitest'
import type { RouteName } from '#contract/routes/index.ts'
import type { CallResult } from './test-app.ts'

/** Checks the status, the code and the field of an error. */
export async function expectError(
  answer: Promise<Pick<CallResult<RouteName>, 'status' | 'errors'>>,
  status: number,
  code: string,
  field?: string,
): Promise<void> {
  const { status: actual, errors } = await answer
  expect([actual, errors[0]?.code, errors[0]?.field]).toEqual([status, code, field])
}
