// A thread of a sandboxed process: kills the process when it takes too much memory or time. Native
// code and endless loops stop neither.
import { parentPort, workerData } from 'node:worker_threads'
import type { ChildLimits } from './sandbox.ts'

const check_ms = 50
const { memory_mb, timeout_ms } = workerData as ChildLimits
let deadline = performance.now() + timeout_ms
parentPort?.on('message', () => {
  deadline = Infinity
})
setInterval(() => {
  const isOver = performance.now() > deadline || process.memoryUsage.rss() > memory_mb * 1_048_576
  if (isOver) process.kill(process.pid, 'SIGKILL')
}, check_ms)
