import confetti from 'canvas-confetti'

/**
 * Shows confetti for a milestone of giving or a redeemed reward, but not with
 * prefers-reduced-motion. `colors` are those of the team.
 */
export async function launchConfetti(colors: string[]): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // The content security policy allows no inline workers.
  const launch = confetti.create(undefined, { resize: true, useWorker: false })
  const burst = {
    particleCount: 70,
    spread: 64,
    startVelocity: 46,
    ticks: 160,
    colors,
    zIndex: 300,
  }
  await Promise.all([
    launch({ ...burst, angle: 62, origin: { x: 0, y: 0.75 } }),
    launch({ ...burst, angle: 118, origin: { x: 1, y: 0.75 } }),
  ])
}
