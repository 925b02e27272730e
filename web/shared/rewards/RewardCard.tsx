import type { ReactNode } from 'react'
import type { Reward } from '#contract/schemas/rewards.ts'
import { categoryColors } from './reward-categories.ts'
import css from './rewards.module.css'

/**
 * Shows a reward in the shop: picture or emoji on the color of its category, title, description,
 * children.
 */
export function RewardCard({
  reward,
  badge,
  children,
}: {
  reward: Pick<Reward, 'title' | 'description' | 'emoji' | 'picture' | 'category'>
  badge?: string
  children?: ReactNode
}) {
  return (
    <article
      className={css['reward']}
      style={{ '--tone': categoryColors[reward.category] } as React.CSSProperties}
    >
      <div className={css['art']} aria-hidden="true">
        {reward.picture.url ? (
          <img src={reward.picture.url} alt="" loading="lazy" />
        ) : (
          reward.emoji || '🎁'
        )}
      </div>
      {badge ? <span className={css['tag']}>{badge}</span> : null}
      <div className={css['body']}>
        <h2>{reward.title}</h2>
        <p>{reward.description}</p>
        {children}
      </div>
    </article>
  )
}
