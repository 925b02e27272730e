import type { BenchApp } from './bench-app.ts'
import type { CompanyCall } from './company-call.ts'

export type CallFigures = { buffers: number; p50: number; statements: number; bytes: number }

const defaultRounds = 9
const [timeMsMax, buffersRatioMax, sameLengthRatio] = [50, 1.5, 1.2]
/** Fewer buffers are those of the session and the settings, with a page more or less. */
const buffersNoise = 100

/** A call of a user. */
type MeasuredCall = Pick<CompanyCall, 'path' | 'body'> & { token: string }

/** Throws unless the call is answered with 200. */
async function call(bench: BenchApp, { token, path, body }: MeasuredCall) {
  const reply = await bench.call(token, path, body)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body.slice(0, 200)}`)
  return reply
}

/**
 * Measures one call in several teams alternately, so that changes of machine speed cancel out.
 * Without rounds, `p50` is 0.
 */
export async function measureCalls(
  bench: BenchApp,
  calls: MeasuredCall[],
  rounds = defaultRounds,
): Promise<CallFigures[]> {
  const times = calls.map((): number[] => [])
  for (const one of calls) await call(bench, one)
  for (let n = 0; n < rounds; n += 1)
    for (const [index, one] of calls.entries()) {
      const started = performance.now()
      await call(bench, one)
      times[index]?.push(performance.now() - started)
    }
  const figures: CallFigures[] = []
  for (const [index, one] of calls.entries()) {
    const buffersBefore = await bench.countBuffers()
    const statementsBefore = bench.countStatements()
    const { bytes } = await call(bench, one)
    const statements = bench.countStatements() - statementsBefore
    const buffers = (await bench.countBuffers()) - buffersBefore
    const sorted = times[index]?.sort((a, b) => a - b) ?? []
    figures.push({ buffers, statements, bytes, p50: sorted[Math.floor(rounds / 2)] ?? 0 })
  }
  return figures
}

/** An answer of about the same length in both teams may not read many more buffers. */
const hasSameLength = (small: CallFigures, big: CallFigures) =>
  big.bytes <= small.bytes * sameLengthRatio

const isBuffersBounded = ({ growsWith }: CompanyCall, small: CallFigures, big: CallFigures) =>
  growsWith === undefined && hasSameLength(small, big)

/**
 * Returns whether a call keeps its bounds: its time in the large team, its statements, and its
 * buffers where the answers have the same length and the call neither ranks nor counts people.
 * Teams smaller than those of the benchmark differ in more than their size, so `isFullSize` false
 * compares only statements.
 */
export const isWithinBounds = (
  call: CompanyCall,
  small: CallFigures,
  big: CallFigures,
  isFullSize: boolean,
): boolean =>
  big.statements <= call.statements &&
  (!isFullSize ||
    (big.p50 <= (call.timeMsMax ?? timeMsMax) &&
      (!isBuffersBounded(call, small, big) ||
        big.buffers <= Math.max(small.buffers * buffersRatioMax, small.buffers + buffersNoise))))
