import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes.ts'
import { useConfig } from '#web/app/config.ts'
import { tellError } from '#web/app/errors.ts'
import { Failure } from '#web/app/Failure.tsx'
import { withPresence } from '#web/app/presence/presence.ts'
import { call } from '#web/lib/client.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { later } from '#web/ui/later.tsx'
import { Section } from './Section.tsx'

const AddAppDialog = later(
  () => import('./AddAppDialog.tsx').then((code) => code.AddAppDialog),
  () => null,
)
const ChangeAppDialog = later(
  () => import('./ChangeAppDialog.tsx').then((code) => code.ChangeAppDialog),
  () => null,
)

/** Fewer than so many recovery codes are few. */
const few = 3
type Setup = OutputOf<'second_factor.start'>
type Open = { what: 'add'; setup: Setup } | { what: 'renew' | 'stop' } | null

function Standing({
  factor,
  onAsk,
}: {
  factor: OutputOf<'second_factor.get'>
  onAsk: (open: Open) => void
}) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  const left = factor.recovery_codes_left
  return (
    <>
      <div>
        <Text fw={600}>{t('factor.since', { day: formatDate(factor.since ?? '', timezone) })}</Text>
        <Text {...(left < few ? { c: 'var(--bad)', fw: 600 } : { c: 'dimmed' })}>
          {t('factor.left', { count: left })}
        </Text>
        {left < few ? <Text>{t('factor.few')}</Text> : null}
      </div>
      <Group gap="sm">
        <Button variant="default" onClick={() => onAsk({ what: 'renew' })}>
          {t('factor.renew')}
        </Button>
        <Button variant="default" onClick={() => onAsk({ what: 'stop' })}>
          {t('factor.stop')}
        </Button>
      </Group>
    </>
  )
}

/** The second factor of one's account: added, renewed and taken away by the person alone. */
export function AuthenticatorSection() {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  const [open, ask] = useState<Open>(null)
  const close = () => ask(null)
  const factor = useQuery({
    queryKey: ['second_factor'],
    queryFn: ({ signal }) => call('second_factor.get', { signal }),
    enabled: !impersonated,
  })
  // The secret is made by the click, and stays the same however long somebody looks for their
  // phone.
  const start = useMutation({
    mutationFn: () => withPresence(() => call('second_factor.start')),
    onSuccess: (setup) => ask({ what: 'add', setup }),
    onError: (error) => tellError(t, error),
    onSettled: () => factor.refetch(),
  })
  const add = (
    <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
      {t('factor.add')}
    </Button>
  )
  return (
    <Section
      title={t('factor.title')}
      text={impersonated ? t('oneself') : t('factor.text')}
      action={factor.data?.on === false ? add : null}
    >
      {factor.isLoading ? (
        <div aria-busy="true">
          <Skeleton height={36} width={160} />
        </div>
      ) : null}
      {factor.isLoadingError ? (
        <Failure error={factor.error} retry={() => void factor.refetch()} />
      ) : null}
      {factor.data?.on ? <Standing factor={factor.data} onAsk={ask} /> : null}
      {open?.what === 'add' ? <AddAppDialog setup={open.setup} onClose={close} /> : null}
      {open && open.what !== 'add' ? <ChangeAppDialog what={open.what} onClose={close} /> : null}
    </Section>
  )
}
