import css from '#web/shared/layout/auth-layout.module.css'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { ArrowTo } from '#web/ui/ArrowTo.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'

const samplePosts = [
  { key: 'first', from: ['Amara', 'O'], color: '#3B82C4', emoji: '🤝', points: 10 },
  { key: 'second', from: ['Leo', 'L'], color: '#8B5CC7', emoji: '🛠️', points: 15 },
  { key: 'third', from: ['Sofía', 'N'], color: '#3C9A5F', emoji: '🌱', points: 20 },
] as const

/** Three decorative sample posts, hidden from screen readers. */
export function SamplePosts() {
  const { t } = useTranslation('auth')
  return (
    <div className={css['stack']} aria-hidden="true">
      {samplePosts.map(({ key, from: [first, last], color, emoji, points }) => (
        <div className={css['sample']} key={key}>
          <div className={css['sampleHead']}>
            <UserAvatar
              size={34}
              user={{
                id: `00000000-sample-${key}`,
                name: first,
                first_name: first,
                last_name: last,
                avatar: { url: null },
              }}
            />
            <span>
              <b>{first}</b> <ArrowTo /> <b>{t(`samples.${key}.to`)}</b>
            </span>
            <PointsBadge text={`+${points}`} />
          </div>
          <div style={{ marginBottom: 12 }}>{t(`samples.${key}.text`)}</div>
          <ValueChip value={{ name: t(`samples.${key}.value`), emoji, color }} />
        </div>
      ))}
    </div>
  )
}
