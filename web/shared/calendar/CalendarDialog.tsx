import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './calendar.module.css'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { ActionRow } from '#web/ui/ActionRow.tsx'

function useCalendarUrlMutations(onSettled: () => void) {
  const { t } = useTranslation('calendar')
  const client = useQueryClient()
  const setUrl = (url: string | null) => client.setQueryData(queryKey('calendar'), { url })
  const renew = useCall('calendar.renew', {
    input: (_again: boolean) => ({}),
    updateCache: ({ url }) => setUrl(url),
    except: ['calendar'],
    onSuccess: (_, again) => {
      if (again) notifySuccess(t('renewed'))
    },
    onError: (error) => notifyError(t, error),
    onSettled,
  })
  const remove = useCall('calendar.remove', {
    updateCache: () => setUrl(null),
    except: ['calendar'],
    onSuccess: () => notifySuccess(t('removed')),
    onError: (error) => notifyError(t, error),
    onSettled,
  })
  return { renew, remove }
}

/** Shows the URL of the calendar feed with its actions. */
function CalendarUrl({
  url,
  onRequestChange,
}: {
  url: string
  onRequestChange: (change: 'renew' | 'remove') => void
}) {
  const { t } = useTranslation('calendar')
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <>
      <Button
        component="a"
        href={url.replace(/^https?:/, 'webcal:')}
        className="wraps"
        leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
        data-autofocus
      >
        {t('open')}
      </Button>
      <div className={css['address']}>
        <TextInput
          label={t('address')}
          description={t('address_hint')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={url}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={
            copied ? (
              <IconCheck size={18} aria-hidden="true" />
            ) : (
              <IconCopy size={18} aria-hidden="true" />
            )
          }
          onClick={() => void copyText(url).then(setCopied)}
        >
          {copied ? t('copied') : t('copy')}
        </Button>
      </div>
      <Text c="dimmed" fz="xs" role="status">
        {copied === false ? t('copy_failed') : t('secret')}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onRequestChange('renew')}>
          {t('renew')}
        </Button>
        <Button variant="default" onClick={() => onRequestChange('remove')}>
          {t('remove')}
        </Button>
      </Group>
    </>
  )
}

/** Asks for confirmation, because calendars may be subscribed to the URL. */
function ConfirmUrlChange({
  change,
  busy,
  onConfirm,
  onCancel,
}: {
  change: 'renew' | 'remove'
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation('calendar')
  return (
    <>
      <Text>{t(`${change}_ask`)}</Text>
      <ActionRow>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button color="#A8322A" loading={busy} onClick={onConfirm} data-autofocus>
          {t(change)}
        </Button>
      </ActionRow>
    </>
  )
}

/** Manages the secret URL of the calendar feed with important dates: create, renew, switch off. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('calendar')
  const [requestedChange, setRequestedChange] = useState<'renew' | 'remove' | null>(null)
  const { renew, remove } = useCalendarUrlMutations(() => setRequestedChange(null))
  const calendar = useQuery({
    queryKey: queryKey('calendar'),
    queryFn: ({ signal }) => call('calendar.get', { signal }),
  })
  const body = () => {
    if (calendar.isLoadingError)
      return <ErrorState error={calendar.error} retry={() => void calendar.refetch()} />
    if (!calendar.data)
      return (
        <div aria-busy="true">
          <Skeleton height={44} mb={14} />
          <Skeleton height={70} />
        </div>
      )
    if (requestedChange)
      return (
        <ConfirmUrlChange
          change={requestedChange}
          busy={renew.isPending || remove.isPending}
          onConfirm={() => (requestedChange === 'renew' ? renew.mutate(true) : remove.mutate())}
          onCancel={() => setRequestedChange(null)}
        />
      )
    if (calendar.data.url === null)
      return (
        <ActionRow>
          <Button loading={renew.isPending} onClick={() => renew.mutate(false)} data-autofocus>
            {t('start')}
          </Button>
        </ActionRow>
      )
    return <CalendarUrl url={calendar.data.url} onRequestChange={setRequestedChange} />
  }
  return (
    <Dialog onClose={onClose} title={t('title')} close={t('common:close')}>
      <div className={css['body']}>
        {requestedChange ? null : <Text>{t('text')}</Text>}
        {body()}
      </div>
    </Dialog>
  )
}
