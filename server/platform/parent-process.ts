const pollMs = 500

/** Runs `work` once when the parent process has ended, which changes our parent's id. */
export function onParentExit(work: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    work()
  }, pollMs)
  timer.unref()
}
