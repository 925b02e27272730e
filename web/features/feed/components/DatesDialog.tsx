import type { ImportantDate } from '#contract/schemas/users.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DateRow } from '#web/shared/people/DateRow.tsx'
import css from './feed.module.css'

/** All upcoming birthdays and anniversaries, the next first. */
export function DatesDialog({ dates, onClose }: { dates: ImportantDate[]; onClose: () => void }) {
  const { t } = useTranslation('feed')
  return (
    <Dialog title={t('dates.title')} close={t('common:close')} onClose={onClose}>
      <ul className={css['people']}>
        {dates.map((date) => (
          <DateRow key={`${date.user.id} ${date.kind}`} date={date} />
        ))}
      </ul>
    </Dialog>
  )
}
