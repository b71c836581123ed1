import { testRefusals } from './role-matrix.ts';

testRefusals();
