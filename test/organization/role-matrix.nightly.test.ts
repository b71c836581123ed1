import { testPermissions } from './role-matrix.ts';

testPermissions();
