// The management of rewards comes as one piece of code.
export { AllRewardsScreen } from './screens/AllRewardsScreen.tsx'
export { EditRewardScreen } from './screens/EditRewardScreen.tsx'
export { NewRewardScreen } from './screens/NewRewardScreen.tsx'
export { PurchasesScreen } from './screens/PurchasesScreen.tsx'
