const pollMs = 500

/**
 * Runs `work` once, as soon as the process that started this one has ended: the system then gives
 * us another parent.
 */
export function onParentExit(work: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    work()
  }, pollMs)
  timer.unref()
}
