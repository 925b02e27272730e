import confetti from 'canvas-confetti'

/**
 * Once, for somebody's very first thank-you: two handfuls of paper in the team's colours. Not for
 * those who want no motion.
 */
export async function launchConfetti(colors: string[]): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // The page may start no workers of its own making.
  const launch = confetti.create(undefined, { resize: true, useWorker: false })
  const handful = {
    particleCount: 70,
    spread: 64,
    startVelocity: 46,
    ticks: 160,
    colors,
    zIndex: 300,
  }
  await Promise.all([
    launch({ ...handful, angle: 62, origin: { x: 0, y: 0.75 } }),
    launch({ ...handful, angle: 118, origin: { x: 1, y: 0.75 } }),
  ])
}
