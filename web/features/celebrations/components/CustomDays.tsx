import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { customDaysQuery } from '../api/custom-days.ts'
import css from './custom-days.module.css'
import { CustomDayDialog } from './CustomDayDialog.tsx'
import { CustomDayRow } from './CustomDayRow.tsx'
import { DeleteDayDialog } from './DeleteDayDialog.tsx'

type Open = { dialog: 'edit'; day: CustomDay | null } | { dialog: 'delete'; day: CustomDay }

/** The days of the team's own. Without any, the section is a line with a button. */
export function CustomDays() {
  const { t } = useTranslation('celebrations')
  const { data: days, error, isLoadingError, refetch } = useQuery(customDaysQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={css['days']}>
      <SettingsSection
        title={t('days.title')}
        text={t('days.text')}
        action={
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={!days || days.length >= limits.custom_days_max}
            onClick={() => setOpen({ dialog: 'edit', day: null })}
          >
            {t('days.add')}
          </Button>
        }
      >
        {isLoadingError ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {days?.length ? (
          <ul className={css['list']} aria-label={t('days.title')}>
            {days.map((day) => (
              <CustomDayRow
                key={day.id}
                day={day}
                onEdit={() => setOpen({ dialog: 'edit', day })}
                onDelete={() => setOpen({ dialog: 'delete', day })}
              />
            ))}
          </ul>
        ) : null}
      </SettingsSection>
      {open?.dialog === 'edit' ? <CustomDayDialog day={open.day} onClose={close} /> : null}
      {open?.dialog === 'delete' ? <DeleteDayDialog day={open.day} onClose={close} /> : null}
    </div>
  )
}
