import type { Occasion } from '#contract/schemas/occasions.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { occasionEmoji, occasionText } from './occasions.ts'
import css from './posts.module.css'

/** Says why the team itself wrote a post. */
export function OccasionChip({ occasion }: { occasion: Occasion }) {
  const { t } = useTranslation('feed')
  return (
    <span className={css['occasion']}>
      <span aria-hidden="true">{occasionEmoji[occasion.kind]}</span> {occasionText(t, occasion)}
    </span>
  )
}
