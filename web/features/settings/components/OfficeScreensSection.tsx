import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OfficeScreen } from '#contract/schemas/office-screens.ts'
import { formatDate, formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { CreateSecretDialog } from '#web/shared/settings/CreateSecretDialog.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import {
  officeScreensQuery,
  useCreateOfficeScreen,
  useDeleteOfficeScreen,
} from '../api/office-screens.ts'
import css from './office-screens.module.css'

/** Asks for the name of a display, then shows its address, which is never shown again. */
function CreateScreenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const [url, setUrl] = useState<string | null>(null)
  const form = useServerForm({ initialValues: { name: '' }, fieldNames: ['name'] })
  const create = useCreateOfficeScreen({ onSuccess: setUrl, onError: form.showRefusal })
  return (
    <CreateSecretDialog
      texts={{
        title: t('global.screens.add'),
        name: t('global.screens.name'),
        placeholder: t('global.screens.name_place'),
        create: t('global.screens.create'),
        once: t('global.screens.once'),
        label: t('global.screens.address'),
        done: t('global.screens.done'),
      }}
      form={form}
      nameCharsMax={limits.office_screen_name_chars_max}
      isCreating={create.isPending}
      secret={url}
      onCreate={create.mutate}
      onClose={onClose}
    />
  )
}

function ScreenRow({ screen }: { screen: OfficeScreen }) {
  const { t } = useTranslation('settings')
  const {
    impersonated,
    settings: { timezone },
  } = useConfig()
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteOfficeScreen({
    onSuccess: () => setAsking(false),
    onError: (error) => notifyError(t, error),
  })
  const { id, name, created_at: createdAt, used_on: usedOn } = screen
  return (
    <li className={css['row']}>
      <div>
        <strong>{name}</strong>
        <p className={css['text']}>
          {t('global.screens.created', { date: formatDate(createdAt, timezone) })}
          {' · '}
          {usedOn
            ? t('global.screens.used', { date: formatDay(usedOn) })
            : t('global.screens.unused')}
        </p>
      </div>
      <Button variant="subtle" color="red" disabled={impersonated} onClick={() => setAsking(true)}>
        {t('global.screens.delete')}
        <span className="sr-only"> {name}</span>
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('global.screens.ask', { name })}
        text={t('global.screens.ask_text')}
        confirm={t('global.screens.delete')}
        cancel={t('common:cancel')}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(id)}
      />
    </li>
  )
}

/** The links of displays in the office, which show public posts without a sign-in. */
export function OfficeScreensSection() {
  const { t } = useTranslation('settings')
  const { impersonated } = useConfig()
  const [isCreating, setCreating] = useState(false)
  const { data: screens, error, isPending, refetch } = useQuery(officeScreensQuery)
  const isFull = screens !== undefined && screens.length >= limits.office_screens_max
  return (
    <SettingsSection
      title={t('global.screens.title')}
      text={t('global.screens.text')}
      action={
        <Button
          variant="default"
          disabled={!screens || isFull || impersonated}
          onClick={() => setCreating(true)}
        >
          {t('global.screens.add')}
        </Button>
      }
    >
      {isPending ? <Skeleton height={44} /> : null}
      {error && !screens ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {screens?.length ? (
        <ul className={css['list']}>
          {screens.map((screen) => (
            <ScreenRow key={screen.id} screen={screen} />
          ))}
        </ul>
      ) : null}
      {isFull ? (
        <p className={css['text']}>
          {t('global.screens.full', { max: limits.office_screens_max })}
        </p>
      ) : null}
      {isCreating ? <CreateScreenDialog onClose={() => setCreating(false)} /> : null}
    </SettingsSection>
  )
}
