import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { useGoal, useSetGoal } from '#web/shared/rewards/goal.api.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import feedCss from './feed.module.css'
import css from './goal-panel.module.css'

/** The reward that the reader saves for, with the points that are missing. */
export function GoalPanel() {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const reward = useGoal()
  const setGoal = useSetGoal()
  if (!reward) return null
  const missing = Math.max(reward.price - user.balance, 0)
  const share = Math.min(Math.max(user.balance / reward.price, 0), 1)
  return (
    <Card className={css['goal']}>
      <span className={css['art']} aria-hidden="true">
        {reward.picture.url ? (
          <img src={reward.picture.url} alt="" loading="lazy" />
        ) : (
          reward.emoji || '🎁'
        )}
      </span>
      <div className={css['text']}>
        <h2>{t('goal.title', { title: reward.title })}</h2>
        <p className={feedCss['small']} style={{ margin: 0 }}>
          {missing ? t('goal.missing', { count: missing }) : t('goal.reached')}
        </p>
      </div>
      <div className={`${feedCss['track']} ${css['wide']}`} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <div className={`${css['wide']} ${css['actions']}`}>
        <Button component={Link} to="/rewards" variant="light" size="compact-md">
          {missing ? t('goal.shop') : t('goal.redeem')}
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          loading={setGoal.isPending}
          onClick={() => setGoal.mutate(null)}
        >
          {t('goal.end')}
        </Button>
      </div>
    </Card>
  )
}
