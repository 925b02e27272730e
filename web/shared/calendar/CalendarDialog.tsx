import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './calendar.module.css'

const calendarQueryKey = ['calendar']

function useCalendarUrlMutations(done: () => void) {
  const { t } = useTranslation('calendar')
  const client = useQueryClient()
  const show = (url: string | null) => client.setQueryData(calendarQueryKey, { url })
  const renew = useMutation({
    mutationFn: (_again: boolean) => call('calendar.renew'),
    onSuccess: ({ url }, again) => {
      show(url)
      if (again) notifySuccess(t('renewed'))
    },
    onError: (error) => notifyError(t, error),
    onSettled: done,
  })
  const remove = useMutation({
    mutationFn: () => call('calendar.remove'),
    onSuccess: () => {
      show(null)
      notifySuccess(t('removed'))
    },
    onError: (error) => notifyError(t, error),
    onSettled: done,
  })
  return { renew, remove }
}

/** The address to subscribe to, and what one can do with it. */
function CalendarUrl({ url, onAsk }: { url: string; onAsk: (what: 'renew' | 'remove') => void }) {
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
      <Text c="dimmed" fz={14} role="status">
        {copied === false ? t('copy_failed') : t('secret')}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onAsk('renew')}>
          {t('renew')}
        </Button>
        <Button variant="default" onClick={() => onAsk('remove')}>
          {t('remove')}
        </Button>
      </Group>
    </>
  )
}

/** Asks before an address ends that a calendar may be subscribed to. */
function ConfirmUrlChange({
  what,
  busy,
  onYes,
  onNo,
}: {
  what: 'renew' | 'remove'
  busy: boolean
  onYes: () => void
  onNo: () => void
}) {
  const { t } = useTranslation('calendar')
  return (
    <>
      <Text>{t(`${what}_ask`)}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo}>
          {t('common:cancel')}
        </Button>
        <Button color="#A8322A" loading={busy} onClick={onYes} data-autofocus>
          {t(what)}
        </Button>
      </Group>
    </>
  )
}

/**
 * Important dates in the reader's own calendar: the secret address, made here, renewed, switched
 * off.
 */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('calendar')
  const [asked, ask] = useState<'renew' | 'remove' | null>(null)
  const { renew, remove } = useCalendarUrlMutations(() => ask(null))
  const calendar = useQuery({
    queryKey: calendarQueryKey,
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
    if (asked)
      return (
        <ConfirmUrlChange
          what={asked}
          busy={renew.isPending || remove.isPending}
          onYes={() => (asked === 'renew' ? renew.mutate(true) : remove.mutate())}
          onNo={() => ask(null)}
        />
      )
    if (calendar.data.url === null)
      return (
        <Group justify="flex-end">
          <Button loading={renew.isPending} onClick={() => renew.mutate(false)} data-autofocus>
            {t('start')}
          </Button>
        </Group>
      )
    return <CalendarUrl url={calendar.data.url} onAsk={ask} />
  }
  return (
    <Dialog onClose={onClose} title={t('title')} close={t('common:close')}>
      <div className={css['body']}>
        {asked ? null : <Text>{t('text')}</Text>}
        {body()}
      </div>
    </Dialog>
  )
}
