import { RewardCard } from '#web/shared/rewards/RewardCard.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import type { RewardFormValues } from '../reward-fields.ts'
import { RewardKindChip } from './RewardKindChip.tsx'
import css from './rewards.module.css'

/** A preview of the card, hidden from screen readers because the form has the same content. */
export function RewardPreview({ fields, url }: { fields: RewardFormValues; url: string | null }) {
  const { t } = useTranslation('rewards')
  return (
    <div className={css['preview']} aria-hidden="true">
      <p>{t('form.preview')}</p>
      <RewardCard reward={{ ...fields, title: fields.title || t('form.title'), picture: { url } }}>
        <div className={css['previewFoot']}>
          <PointsBadge text={formatNumber(parseWholeNumber(fields.price) || 0)} large />
          <RewardKindChip kind={fields.kind} />
        </div>
      </RewardCard>
    </div>
  )
}
