import type { Value } from '#contract/schemas/values.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import css from './setup.module.css'

type PreviewProps = {
  values: Pick<Value, 'name' | 'emoji' | 'color'>[]
  /** Points of each person; null is unlimited. */
  points: number | null
  period: string
  rewards: { key: string; emoji: string; title: string; price: number }[]
}

/**
 * A preview of the team's pages: a post with the values, the points to give, and the shop.
 * Decorative.
 */
export function SetupPreview({ values, points, period, rewards }: PreviewProps) {
  const { t } = useTranslation('setup')
  const { user, workspace } = useConfig()
  const [first] = values
  return (
    <div className={css['preview']} aria-hidden="true">
      <b className={css['team']}>{workspace.name}</b>
      <div className={css['card']}>
        <div className={css['cardHead']}>
          <UserAvatar user={user} size={34} />
          <b>{user.first_name}</b>
          <PointsBadge text="+10" />
        </div>
        <p>{t('preview.post')}</p>
        {first ? <ValueChip value={first} /> : null}
      </div>
      <div className={css['card']}>
        <p className={css['label']}>{t('preview.give')}</p>
        <p className={css['figure']}>
          {points === null ? '∞' : formatNumber(points)} <small>{period}</small>
        </p>
        <div className={css['chips']}>
          {values.map((value) => (
            <ValueChip key={value.name} value={value} muted />
          ))}
        </div>
      </div>
      {rewards.length ? (
        <div className={css['card']}>
          <p className={css['label']}>{t('preview.shop')}</p>
          <ul className={css['shop']}>
            {rewards.slice(0, 6).map(({ key, emoji, title, price }) => (
              <li key={key}>
                <span>{emoji}</span>
                <span>{title}</span>
                <PointsBadge text={formatNumber(price)} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
