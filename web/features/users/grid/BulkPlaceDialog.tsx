import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { GroupSelect } from '#web/shared/groups/GroupSelect.tsx'
import { PersonSelect } from '#web/shared/people/PersonSelect.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './team-grid.module.css'
import type { BulkChange } from './use-bulk-change.ts'

type Choice = { id: string; name: string } | null
const fields = ['manager_id', 'department_id', 'location_id'] as const
type Field = (typeof fields)[number]

/** Gives several members a manager, a department or a location. Empty fields change nothing. */
export function BulkPlaceDialog({
  count,
  submit,
  onClose,
}: {
  count: number
  submit: (change: BulkChange) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['team', 'organization'])
  const [chosen, setChosen] = useState<Record<Field, Choice>>({
    manager_id: null,
    department_id: null,
    location_id: null,
  })
  const changed = fields.filter((field) => chosen[field])
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit({
      kind: 'place',
      organization: Object.fromEntries(changed.map((field) => [field, chosen[field]?.id])),
    })
  }
  const fieldProps = (field: Field) => {
    const label = t(`organization:field.${field}`)
    return {
      label,
      clearLabel: t('organization:clear', { field: label }),
      value: chosen[field],
      onChange: (choice: Choice) => setChosen({ ...chosen, [field]: choice }),
    }
  }
  return (
    <Dialog onClose={onClose} title={t('bulk.place.title', { count })} close={t('common:close')}>
      <form className={css['form']} onSubmit={send}>
        <p>{t('bulk.place.text')}</p>
        <PersonSelect offersReader {...fieldProps('manager_id')} />
        <GroupSelect {...fieldProps('department_id')} kind="department" />
        <GroupSelect {...fieldProps('location_id')} kind="location" />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={!changed.length}>
            {t('edit.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
