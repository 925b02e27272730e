import type { ReactNode } from 'react'
import type { Reward } from '#contract/rewards.ts'
import css from './rewards.module.css'

const tones: Record<Reward['category'], string> = {
  goods_and_experiences: '#E09B2D', group_activities: '#3B82C4', company_merchandise: '#8B5CC7', money_and_giftcards: '#3C9A5F',
  charity: '#4D9A8A', creative: '#D9573F', uncategorised: '#9A8B75',
}

/** A reward as it hangs in the shop: picture or emoji on a ground of its category, what it is, what stands below. */
export function RewardCard({ reward, children }: { reward: Pick<Reward, 'title' | 'description' | 'emoji' | 'picture' | 'category'>; children?: ReactNode }) {
  return (
    <article className={css['reward']} style={{ '--tone': tones[reward.category] } as React.CSSProperties}>
      <div className={css['art']} aria-hidden="true">{reward.picture.url ? <img src={reward.picture.url} alt="" loading="lazy" /> : reward.emoji || '🎁'}</div>
      <div className={css['body']}>
        <h2>{reward.title}</h2>
        <p>{reward.description}</p>
        {children}
      </div>
    </article>
  )
}
