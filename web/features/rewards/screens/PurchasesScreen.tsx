import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { type FileFormat, FileFormatChoice } from '#web/shared/FileFormat.tsx'
import { RewardsPage } from '#web/shared/rewards/RewardsPage.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PhoneListMenu } from '#web/shared/settings/PhoneFilterBar.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PurchaseFilters, StageLinks } from '../purchases/PurchaseFilters.tsx'
import { PurchaseWorkList } from '../purchases/PurchaseWorkList.tsx'
import { useHiddenPurchases } from '../purchases/use-decide.ts'
import { usePurchaseCounts } from '../purchases/work-list.api.ts'
import { parseWorkListView, type WorkListSearch } from '../purchases/work-list.ts'

/** Exports the purchases of the last days, from a button, or on a phone from the menu of the list. */
function ExportPurchases({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation('rewards')
  const [format, setFormat] = useState<FileFormat>('csv')
  const save = useMutation({
    mutationFn: (days: number) =>
      downloadFromApi(
        'rewards.purchases_csv',
        { query: { days, format, bom: '1' } },
        `${t('admin.purchases_file')}.${format}`,
      ),
    onError: (error) => notifyError(t, error),
  })
  const items = (
    <>
      <FileFormatChoice value={format} onChange={setFormat} />
      <Menu.Divider />
      {[30, 90, 365].map((days) => (
        <Menu.Item key={days} onClick={() => save.mutate(days)}>
          {t('admin.days', { count: days })}
        </Menu.Item>
      ))}
    </>
  )
  if (isPhone)
    return (
      <PhoneListMenu>
        <Menu.Label>{t('admin.export')}</Menu.Label>
        {items}
      </PhoneListMenu>
    )
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
          loading={save.isPending}
        >
          {t('admin.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  )
}

/** /settings/rewards/purchases: the work list of purchases. The address keeps its view. */
export function PurchasesScreen() {
  const { t } = useTranslation('rewards')
  const search: WorkListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (part: WorkListSearch) =>
    void navigate({
      to: '/settings/rewards/purchases',
      search: (old: WorkListSearch) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    })
  const view = parseWorkListView(search)
  const { data: counts } = usePurchaseCounts(view)
  const hidden = useHiddenPurchases()
  const isPhone = useIsPhone()
  usePageTitle(t('admin.purchases'))
  // Remounts the search field, which keeps what was typed.
  const [resets, setResets] = useState(0)
  const isFiltered = Boolean(view.search || view.reward || view.age)
  return (
    <RewardsPage actions={isPhone ? null : <ExportPurchases isPhone={false} />}>
      <div data-page-wide>
        <StageLinks view={view} counts={counts} hidden={hidden} />
        <PurchaseFilters
          key={resets}
          view={view}
          counts={counts}
          change={change}
          phoneMenu={<ExportPurchases isPhone />}
        />
        <PurchaseWorkList
          // A new view starts without a selection.
          key={JSON.stringify([view.stage, view.search, view.reward, view.age])}
          view={view}
          counts={counts}
          hidden={hidden}
          empty={
            isFiltered ? (
              <EmptyState art="gift" level={2} title={t('admin.no_purchases')}>
                <Button
                  variant="default"
                  onClick={() => {
                    change({ search: undefined, reward: undefined, age: undefined })
                    setResets((count) => count + 1)
                  }}
                >
                  {t('admin.show_all')}
                </Button>
              </EmptyState>
            ) : (
              <EmptyState
                art="gift"
                level={2}
                title={t(view.stage === 'to_do' ? 'work.all_done' : 'admin.no_purchases')}
                text={t('admin.no_purchases_text')}
              />
            )
          }
        />
      </div>
    </RewardsPage>
  )
}
