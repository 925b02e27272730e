import { Button, Group, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Value } from '#contract/schemas/values.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import { ValueSuggestions } from '../components/ValueSuggestions.tsx'
import { ValueDialog } from '../components/ValueDialog.tsx'
import css from '../components/values.module.css'
import { useDeleteValue, valuesQuery } from '../api/queries.ts'

function ValueRow({
  value,
  only,
  onEdit,
  onDelete,
}: {
  value: Value
  only: boolean
  onEdit: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('values')
  return (
    <Card className={css['row']}>
      <div className={css['what']}>
        <div className={css['top']}>
          <ValueChip value={value} />
          {value.default ? <span className={css['isDefault']}>{t('is_default')}</span> : null}
          <span className={css['tag']}>#{value.tag}</span>
        </div>
        {value.description ? <p>{value.description}</p> : null}
        {value.keywords.length ? (
          <p className={css['keywords']}>
            <span className="sr-only">{t('keywords')}: </span>
            {value.keywords.join(', ')}
          </p>
        ) : null}
      </div>
      <Group gap={6} wrap="nowrap">
        <Button size="sm" variant="default" onClick={onEdit}>
          {t('edit')}
          <span className="sr-only"> {value.name}</span>
        </Button>
        <Button size="sm" variant="subtle" color="red" disabled={only} onClick={onDelete}>
          {t('delete')}
          <span className="sr-only"> {value.name}</span>
        </Button>
      </Group>
    </Card>
  )
}

type DeleteProps = {
  value: Value
  others: Value[]
  busy: boolean
  onClose: () => void
  onConfirm: (heir: string | undefined) => void
}
/** Confirms the deletion of a value, and selects the next default if it was the default. */
function DeleteValueDialog({ value, others, busy, onClose, onConfirm }: DeleteProps) {
  const { t } = useTranslation('values')
  const [chosen, setChosen] = useState<string>()
  const heir = others.find(({ id }) => id === chosen) ?? others[0]
  return (
    <ConfirmDialog
      opened
      danger
      title={t('delete_title', { name: value.name })}
      text={t('delete_text')}
      confirm={t('delete')}
      cancel={t('common:cancel')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => onConfirm(value.default ? heir?.id : undefined)}
    >
      {value.default ? (
        <NativeSelect
          label={t('next_default')}
          description={t('next_default_text', { name: value.name })}
          value={heir?.id ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={others.map(({ id, name, emoji }) => ({ value: id, label: `${emoji} ${name}` }))}
        />
      ) : null}
    </ConfirmDialog>
  )
}

const ValuesSkeleton = () => (
  <div className={css['list']} aria-busy="true">
    {[0, 1, 2, 3].map((index) => (
      <Card key={index}>
        <Skeleton height={54} />
      </Card>
    ))}
  </div>
)

/** /settings/values: the team's values, at most ten; one of them is the default. */
export function ValuesScreen() {
  const { t } = useTranslation('values')
  const values = useQuery(valuesQuery)
  const [open, setOpen] = useState<Value | 'new' | null>(null)
  const [valueToDelete, setValueToDelete] = useState<Value | null>(null)
  const remove = useDeleteValue({
    onSuccess: () => {
      notifySuccess(t('deleted'))
      setValueToDelete(null)
    },
    onError: (error) => {
      notifyError(t, error)
      setValueToDelete(null)
    },
  })
  usePageTitle(t('title'))
  const count = values.data?.length ?? 0
  const full = count >= limits.values_max
  return (
    <Page
      title={t('title')}
      narrow
      back={<SettingsNavigation />}
      actions={
        <Group gap="md">
          <span className={css['count']}>
            {values.data ? t('count', { n: count, most: limits.values_max }) : null}
          </span>
          <Button disabled={!values.data || full} onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        </Group>
      }
    >
      {values.isPending ? <ValuesSkeleton /> : null}
      {values.isLoadingError ? (
        <ErrorState error={values.error} retry={() => void values.refetch()} />
      ) : null}
      <ul className={css['list']} aria-label={t('title')}>
        {values.data?.map((value) => (
          <li key={value.id}>
            <ValueRow
              value={value}
              only={count === 1}
              onEdit={() => setOpen(value)}
              onDelete={() => setValueToDelete(value)}
            />
          </li>
        ))}
      </ul>
      {values.data ? <ValueSuggestions full={full} /> : null}
      {open ? (
        <ValueDialog {...(open === 'new' ? {} : { value: open })} onClose={() => setOpen(null)} />
      ) : null}
      {valueToDelete ? (
        <DeleteValueDialog
          value={valueToDelete}
          others={(values.data ?? []).filter(({ id }) => id !== valueToDelete.id)}
          busy={remove.isPending}
          onClose={() => setValueToDelete(null)}
          onConfirm={(heir) => remove.mutate({ id: valueToDelete.id, heir })}
        />
      ) : null}
    </Page>
  )
}
