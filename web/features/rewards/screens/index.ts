// The management of rewards comes as one piece of code.
export { AllRewardsScreen } from './AllRewardsScreen.tsx'
export { EditRewardScreen } from './EditRewardScreen.tsx'
export { NewRewardScreen } from './NewRewardScreen.tsx'
export { PurchasesScreen } from './PurchasesScreen.tsx'
