// A thread of a sandboxed process: kills the process when it exceeds its memory or time, even in
// native code or an endless loop.
import { parentPort, workerData } from 'node:worker_threads'
import type { ChildLimits } from './sandbox.ts'

const checkMs = 50
const { memory_mb: memoryMb, timeout_ms: timeoutMs } = workerData as ChildLimits
let deadline = performance.now() + timeoutMs
parentPort?.on('message', () => {
  deadline = Infinity
})
setInterval(() => {
  const isOver = performance.now() > deadline || process.memoryUsage.rss() > memoryMb * 1_048_576
  if (isOver) process.kill(process.pid, 'SIGKILL')
}, checkMs)
